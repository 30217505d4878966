type Listener = (value: string) => void;

export class Events {
  listeners: Listener[] = [];

  on(listener: Listener): () => void {
    this.listeners.push(listener);
    return () => {};
  }

  emit(value: string): void {
    for (const listener of this.listeners) listener(value);
  }
}
