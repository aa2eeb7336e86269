type Props = { text: string };

/** Shows a name. */
export const Name: React.FC<Props> = ({ text }) => <b>{text}</b>;

export function useNames<T>(first: T): T[] {
  return [first];
}

export class List extends React.Component<Props> {
  render(): JSX.Element {
    return <Name text={this.props.text} />;
  }
}
