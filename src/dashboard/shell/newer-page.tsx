/** After the service was away: whether it is another program now, whose page this is not. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../ui/parts.tsx';

/** Names this page's script by what it holds, so that another build has another. */
const script = document.querySelector<HTMLScriptElement>('script[src]')?.getAttribute('src') ?? '';

/** Asks once, when it appears; nothing where the page is the service's own, or cannot be asked for. */
export function NewerPage() {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const look = async (): Promise<void> => {
      const reply = await fetch('/control/dashboard', { cache: 'no-cache' });
      if (reply.ok) setOld(!(await reply.text()).includes(script));
    };
    look().catch(() => undefined);
  }, []);
  return isOld ? (
    <div class="lost" role="status" data-state="catching">
      <p>
        <strong>The service is another version now, and this page is of the one before.</strong>
      </p>
      <p>What you see goes on; what is new needs the new page.</p>
      <Button onPress={() => location.reload()}>Load the page again</Button>
    </div>
  ) : null;
}
