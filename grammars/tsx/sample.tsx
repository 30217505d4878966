import { type FC, useCallback } from 'react';
import { Button } from '@/components/button';

interface Props {
  items: Item[];
  onPick?: (item: Item) => void;
}

const Row = ({ item }: { item: Item }) => <li className="row">{item.name}</li>;

export const List: FC<Props> = ({ items, onPick }) => {
  const pick = useCallback((item: Item) => onPick?.(item), [onPick]);
  return (
    <Panel.Body>
      {items.map((item) => (
        <Row key={item.id} item={item} />
      ))}
      <Button<Item> onPress={pick}>Choose</Button>
    </Panel.Body>
  );
};

export const Fancy = memo(forwardRef<HTMLDivElement, Props>((props, ref) => <div ref={ref} {...spread(props)} />));

export default function Page(): JSX.Element {
  return <List items={loadItems()} />;
}

class Boundary extends React.Component<Props> {
  render() {
    return this.props.children ?? <Fallback />;
  }
}
