/** What a project is called wherever one is listed: its title, and the id that everything else calls it by. */

interface TitledProps {
  readonly id: string;
  /** Undefined where it is not told. */
  readonly title: string | undefined;
}

export function Titled({ id, title }: TitledProps) {
  const isTitled = title !== undefined && title !== '' && title !== id;
  return (
    <>
      <strong>
        <bdi>{isTitled ? title : id}</bdi>
      </strong>
      {isTitled && (
        <small>
          <bdi>{id}</bdi>
        </small>
      )}
    </>
  );
}
