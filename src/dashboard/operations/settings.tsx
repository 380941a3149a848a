/** Settings: what each is, where that comes from, and what it means; narrowed by a search. */
import { useState } from 'preact/hooks';
import { ask } from '../service/api.ts';
import type { Reply } from '../service/wire.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Unanswered } from '../ui/lists.tsx';
import { Empty, Section } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { valueText } from '../words/value-text.ts';
import { endSentence } from '../words/words.ts';

type Told = NonNullable<Reply<'settings'>['sections']>[number];
type Setting = NonNullable<Told['settings']>[number];

export function SettingsPage() {
  const { told, problem } = useTold('settings', (api) =>
    ask(api.get('/control/api/v1/settings', {})),
  );
  const [search, setSearch] = useState('');
  const [onlyGiven, setOnlyGiven] = useState(false);
  if (told === null) return <Unanswered title="Settings" problem={problem} />;
  const words = search.toLowerCase().split(/\s+/);
  const passes = ({ name = '', about = '', source }: Setting): boolean =>
    (!onlyGiven || source === 'file') &&
    words.every((word) => `${name} ${about}`.toLowerCase().includes(word));
  const sections = (told.sections ?? [])
    .map((section) => ({ ...section, settings: (section.settings ?? []).filter(passes) }))
    .filter(({ settings }) => settings.length > 0);
  return (
    <>
      <Section title="Settings">
        <p>
          Read at the start from{' '}
          <code>
            <bdi>{told.file ?? 'a file that the service did not name'}</bdi>
          </code>
          , the file that the environment names; nothing else is taken from the environment. A
          change takes effect when the service is started again.
        </p>
        <div class="filters settings-filters">
          <label>
            <span>Search</span>
            <input
              type="search"
              value={search}
              placeholder="a name, or a word of what it means"
              maxLength={200}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
          <label class="tick">
            <input
              type="checkbox"
              checked={onlyGiven}
              onChange={(event) => setOnlyGiven(event.currentTarget.checked)}
            />
            <span>Only what the file says</span>
          </label>
        </div>
      </Section>
      {sections.length === 0 && <Empty>No setting is called so, or means that.</Empty>}
      {sections.map(({ title = '', about, settings }) => (
        <Section key={title} title={title} count={settings.length}>
          <p class="aside">{about}</p>
          <dl class="settings">
            {settings.map((setting) => (
              <SettingRow key={setting.name} setting={setting} />
            ))}
          </dl>
        </Section>
      ))}
    </>
  );
}

function SettingRow({ setting }: { readonly setting: Setting }) {
  const { name, about, source, when_unset: whenUnset } = setting;
  return (
    <div data-setting={name}>
      <dt class="mono">
        <Breakable text={name ?? ''} />
      </dt>
      <dd class="setting-value">
        <SettingValue setting={setting} />
        <span class={source === 'file' ? 'source given' : 'source'}>
          {source === 'file' ? 'from the file' : 'the default'}
        </span>
      </dd>
      <dd class="soft">
        {about} {whenUnset != null && `Unset: ${endSentence(whenUnset)} `}
        {boundsWords(setting)}
      </dd>
    </div>
  );
}

function SettingValue({ setting: { value, hidden, unit } }: { readonly setting: Setting }) {
  if (hidden === true) return <span class="unknown">set, not shown</span>;
  if (value == null) return <span class="unknown">unset</span>;
  if (typeof value === 'object') {
    const isEmpty = Object.keys(value).length === 0;
    return isEmpty ? (
      <span class="unknown">none</span>
    ) : (
      <pre class="value">{JSON.stringify(value, null, 1)}</pre>
    );
  }
  return (
    <b class="value">
      <bdi>
        <Breakable text={valueText(value)} />
      </bdi>
      {unit != null && ` ${unit}`}
    </b>
  );
}

/** What else it may be, and what it is if the file does not say. */
function boundsWords({ min, max, unit, choices, fallback, source }: Setting): string {
  const parts = [
    min == null || max == null ? null : `From ${min} to ${max}${unit == null ? '' : ` ${unit}`}.`,
    choices == null ? null : `One of ${choices.join(', ')}.`,
    source !== 'file' || fallback == null || typeof fallback === 'object'
      ? null
      : `The default is ${valueText(fallback)}.`,
  ];
  return parts.filter((part) => part !== null).join(' ');
}
