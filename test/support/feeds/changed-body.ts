import { expect } from 'bun:test'
import type { Check } from '../../../src/canonical/check.ts'
import type { Body } from './content-of.ts'

/** Bodies that were changed here and there, and which of their checks fail then. */

export const failedOf = (checks: readonly Check[]): readonly string[] =>
  checks.flatMap(({ what, ok }) => (ok ? [] : [what]))

/**
 * A body with one thing changed, found by its path.
 *
 * @param to what stands there then, or a function of what stood there
 */
export const changed = (body: Body, path: readonly (string | number)[], to: unknown): Body => {
  const copy = structuredClone(body)
  const last = path.at(-1)!
  const parent = path.slice(0, -1).reduce<object>((at, step) => Reflect.get(at, step), copy)
  expect(parent).toHaveProperty(String(last))
  Reflect.set(parent, last, typeof to === 'function' ? to(Reflect.get(parent, last)) : to)
  return copy
}
