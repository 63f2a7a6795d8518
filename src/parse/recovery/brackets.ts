/** How far the bracket goes that is open before a text; 0 where nothing in it closes it. Units: UTF-16 units. */
export function closeOf(text: string): number {
  let depth = 1;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charAt(index);
    if (sign === '{' || sign === '[') depth += 1;
    else if ((sign === '}' || sign === ']') && (depth -= 1) === 0) return index + 1;
  }
  return 0;
}
