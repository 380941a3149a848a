/** Loads a plain-JavaScript tool with the types its test relies on. */
export async function loadTool<T>(name: string): Promise<T> {
  return (await import(new URL(`../../tools/${name}`, import.meta.url).href)) as T;
}
