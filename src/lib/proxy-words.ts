/** What a proxy says in the place of what is behind it, by its status. */

/** In words, of what is `behind` it; null for an answer that is no proxy's own. */
export function proxyWords(status: number, behind: string): string | null {
  // From 520 on those of Cloudflare.
  if ((status >= 502 && status <= 504) || (status >= 520 && status <= 529))
    return `a proxy answered ${status}: it got no answer from ${behind}`;
  // uWebSockets.js takes nothing earlier than HTTP/1.1.
  return status === 505
    ? `a proxy asks ${behind} by HTTP/1.0, which was answered 505; have it ask by 1.1 (nginx: proxy_http_version 1.1)`
    : null;
}
