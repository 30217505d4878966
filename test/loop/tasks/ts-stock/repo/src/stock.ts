export interface Item {
  name: string;
  left: number;
}

export function missing(items: Item[]): string[] {
  return [];
}
