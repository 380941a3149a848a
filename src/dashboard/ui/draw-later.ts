/** Drawing with the next picture, and none while something is pressed: it must still be there when it is let go. */

/** A button that is held down longer is no click: what came in meanwhile is drawn. */
const pressMsMax = 5_000;
/** What a click is for. A slider is drawn while it is held. */
const pressable = 'a, button, summary, label, input[type="checkbox"], [role="option"]';

/** Puts off each drawing as above, by what is pressed in this window. */
export function createDrawing(): (draw: () => void) => void {
  let held: ReturnType<typeof setTimeout> | null = null;
  let waiting: (() => void)[] = [];
  const later = (draw: () => void): void => {
    requestAnimationFrame(() => {
      if (held === null) draw();
      else waiting.push(draw);
    });
  };
  const letGo = (): void => {
    if (held === null) return;
    clearTimeout(held);
    held = null;
    const draws = waiting;
    waiting = [];
    // The click comes with the letting go, so before the next picture.
    for (const draw of draws) later(draw);
  };
  const press = ({ target }: PointerEvent): void => {
    if (!(target instanceof Element) || target.closest(pressable) === null) return;
    letGo();
    held = setTimeout(letGo, pressMsMax);
  };
  addEventListener('pointerdown', press, { capture: true });
  for (const end of ['pointerup', 'pointercancel'] as const)
    addEventListener(end, letGo, { capture: true });
  return later;
}
