/** The form that searches a list: what is searched for lives in the address. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Place } from '../places/places.ts';
import { useDashboard } from './context.tsx';

interface SearchFormProps {
  readonly name: string;
  readonly place: Place;
  readonly class: string;
  readonly placeholder: string;
  /** What is open is what is searched. */
  readonly keepsOpen?: boolean;
  /** Further fields. */
  readonly children?: ComponentChildren;
}

/** What is searched for goes into the address, on Enter or on leaving the field; an open row closes. */
export function SearchForm({ name, place, placeholder, children, ...rest }: SearchFormProps) {
  const kept = rest.keepsOpen === true ? {} : { id: null, chosen: [] };
  const { change } = useDashboard();
  const field = useRef<HTMLInputElement>(null);
  const { search } = place.filter;
  const isPast = place.at !== null && (place.page === 'queue' || place.page === 'papers');
  // Shown as the address has it, unless someone is typing there.
  useLayoutEffect(() => {
    if (field.current !== null && field.current !== document.activeElement) {
      field.current.value = search;
    }
  }, [search]);
  const apply = (): void => {
    const typed = field.current?.value.trim() ?? '';
    if (typed !== search) change({ ...kept, filter: { ...place.filter, search: typed } });
  };
  return (
    <form
      class={`filters ${rest.class}`}
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label>
        <span>Search</span>
        <input
          type="search"
          ref={field}
          maxLength={200}
          placeholder={isPast ? 'only now: texts of then are not indexed' : placeholder}
          disabled={isPast && search === ''}
          autocomplete="off"
          spellcheck={false}
          onChange={apply}
        />
      </label>
      {children}
    </form>
  );
}
