import React from 'react';

/** Shows a name. */
export function Name({ text }) {
  const onClick = () => alert(text);
  return <b onClick={onClick}>{text}</b>;
}

// Shows many.
export const Names = ({ all }) => (
  <ul>
    {all.map((text) => (
      <Name key={text} text={text} />
    ))}
  </ul>
);

export const Fast = React.memo(Name);

export default class List extends React.Component {
  state = { open: false };

  render() {
    return <Names all={this.props.all} />;
  }
}
