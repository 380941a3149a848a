/** Points out where an actor is, in a drawing that was made before. */
import { escapeXml } from '../../lib/escape-xml.ts';

/** The SVG with the boxes of a status drawn bold; as it is when no box has that status. */
export function pointOut(svg: string, status: string): string {
  const name = escapeXml(status);
  if (!svg.includes(` data-status="${name}"`)) return svg;
  const rule = `[data-status="${name}"]&gt;.box{stroke-width:4}`;
  return svg.replace(/<\/svg>\s*$/, `<style>${rule}</style>\n</svg>\n`);
}
