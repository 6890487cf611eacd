/** Which of two forms a client prefers (RFC 9110, 12.5.1). */

/** `text/html;level=1;q=0.5` in lower case: type, subtype, and its weight; `null` if it is not written like one. */
const readRange = (text: string): { readonly name: string; readonly q: number } | null => {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim())
  if (!/^[^\s/]+\/[^\s/]+$/.test(name)) return null
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  if (weight === undefined) return { name, q: 1 }
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? { name, q: Number(weight.slice(2)) } : null
}

/** Longer headers are nobody's browser. */
const MAX_ACCEPT = 1_024

/**
 * Whether this `Accept` puts `text/html` before `application/json`. The narrowest range that names a type counts; so
 * wildcards for both, and no header at all, mean JSON.
 */
export const prefersHtml = (accept: string | null): boolean => {
  if (accept === null || accept.length > MAX_ACCEPT) return false
  const ranges = accept
    .toLowerCase()
    .split(',')
    .flatMap((each) => readRange(each.trim()) ?? [])
  const weightOf = (type: string): number => {
    const names = [type, `${type.split('/')[0]}/*`, '*/*']
    const narrowest = names.find((name) => ranges.some((range) => range.name === name))
    return ranges.find(({ name }) => name === narrowest)?.q ?? 0
  }
  return weightOf('text/html') > weightOf('application/json')
}
