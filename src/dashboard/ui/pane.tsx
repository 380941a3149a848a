/** A list with room for a pane beside it. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { addressOf, machineAddress } from '../places/places.ts';
import { useValue } from './context.tsx';

interface SplitProps {
  readonly name: string;
  readonly list: ComponentChildren;
  readonly pane: ComponentChildren;
}

/** When the pane closes, the focus goes back to the row it was opened from. */
export function Split({ name, list, pane }: SplitProps) {
  const id = useValue((state) => state.place.id);
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (id === null && before.current !== null) {
      document.getElementById(`open-${before.current}`)?.focus();
    }
    before.current = id;
  }, [id]);
  return (
    <div class={`split split-${name}${id === null ? '' : ' open'}`}>
      <div data-part="list">{list}</div>
      <div data-part="pane">{pane}</div>
    </div>
  );
}

interface PaneProps {
  readonly id: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** The focus goes to its heading when it opens. */
export function Pane({ id, class: className, children }: PaneProps) {
  const place = useValue((state) => state.place);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => title.current?.focus(), [id]);
  return (
    <aside class={className ?? 'detail'} aria-labelledby="detail-title" data-detail={id}>
      <div class="detail-bar">
        <h2 id="detail-title" tabIndex={-1} ref={title}>
          <bdi>{id}</bdi>
        </h2>
        <a
          class="close"
          href={addressOf({ ...place, id: null, span: 'all', with: '' })}
          title="Close (Escape)"
        >
          Close
        </a>
      </div>
      {children}
    </aside>
  );
}

interface SettledProps {
  /** All above it is there. */
  readonly when: boolean;
  readonly children: ComponentChildren;
}

/** Can be read at once, and pressed once nothing above it comes late and pushes it from under the pointer. */
export const Settled = ({ when, children }: SettledProps) => <div inert={!when}>{children}</div>;

interface MachineLinkProps {
  readonly kind: string;
  readonly id: string;
  readonly at?: string | null;
}

/** To the machine that decides about an entity, at the moment that is shown. */
export const MachineLink = ({ kind, id, at = null }: MachineLinkProps) => (
  <p class="aside">
    <a href={machineAddress(kind, id, at)}>Its machine and history</a>
  </p>
);
