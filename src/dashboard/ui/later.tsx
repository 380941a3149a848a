/** A component that is loaded when it is first wanted. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Empty } from '../ui/parts.tsx';

/** Drawn once it is there; until then, that it is loaded, or that it could not be. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [hasFailed, setFailed] = useState(false);
    const [, setLoaded] = useState(loaded !== null);
    useEffect(() => {
      if (loaded !== null) return;
      load().then(
        (component) => {
          loaded = component;
          setLoaded(true);
        },
        () => setFailed(true),
      );
    }, []);
    if (loaded !== null) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    if (!hasFailed) return <Empty>Loading…</Empty>;
    return (
      <Empty>
        This part could not be loaded; the service may be another version.{' '}
        {/* A plain one, since this may stand where there is no session. */}
        <button type="button" onClick={() => location.reload()}>
          Load the page again
        </button>
      </Empty>
    );
  };
}
