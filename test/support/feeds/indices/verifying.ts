import { describe, expect, test } from 'bun:test'
import { fixed } from '../../../../src/canonical/decimal.ts'
import { ed25519Signer } from '../../../../src/canonical/signature.ts'
import { verifyAnswer } from '../../../../src/canonical/verify.ts'
import { LAYOUTS } from '../../../../src/cli/verify.ts'
import type { ComponentAnswer } from '../../../../src/feeds/indices/component.ts'
import { registry } from '../../../../src/feeds/registry.ts'
import { signedAsGiven } from '../../resigned.ts'
import { failedOf } from '../changed-body.ts'
import { type Body, travelled } from '../content-of.ts'

/** What a buyer learns from an index that was signed, but is not what its own components come to. */

const SIGNER = ed25519Signer(new Uint8Array(32).fill(5))
const TIMESTAMP = 1_795_000_002

export const VALUE = 'value is recomputed from the components'
export const WEIGHTS = 'weights are recomputed from the components that are there'
export const COMPONENTS = 'components agree with the canonical string'
export const REGIME = 'the value allows the regime'
export const disagrees = (field: string): string => `${field} agrees with the canonical string`

/** What the example of an index is expected to be. */
export interface VerifiedIndex {
  readonly actor: string
  readonly example: {
    readonly value: number
    readonly regime?: string
    readonly components: Readonly<Record<string, ComponentAnswer>>
  }
  readonly canonical: string
  /** Its weights, in the order of the string. */
  readonly weights: string
  /** Fields that stand in the string and in the body. */
  readonly fields: readonly string[]
  /** What is written otherwise in the string, and the checks that fail then. */
  readonly changes: readonly (readonly [from: string, to: string, what: readonly string[]])[]
}

const signedBody = (canonical: string, body: Body): Body => signedAsGiven(body, SIGNER, canonical)

const verify = (body: Body) => verifyAnswer(body, { layouts: LAYOUTS })
const failures = (body: Body): readonly string[] => failedOf(verify(body).checks)

/** Holds what is true of every index, and hands out what more can be asked of this one. */
export const verifiesIndex = ({ actor, example, canonical, weights, fields, changes }: VerifiedIndex) => {
  const { sale } = registry.item(actor)!.feed
  const content = travelled({ ...example, timestamp: TIMESTAMP })
  const failed = (written: string, body = content): readonly string[] => failures(signedBody(written, body))

  describe(`verifying ${actor}`, () => {
    test('its canonical string is the specified one', () => {
      expect(sale.canonical.write(sale.tokens(content), { timestamp: TIMESTAMP, nonce: 482_910 })).toBe(canonical)
    })

    test('says that the value was recomputed, and to what', () => {
      const { ok, checks } = verify(signedBody(canonical, content))
      expect(ok).toBe(true)
      expect(checks).toContainEqual({ what: VALUE, ok: true, detail: `${fixed(example.value, 2)} index` })
      expect(checks).toContainEqual({ what: WEIGHTS, ok: true, detail: weights })
      expect(checks).toContainEqual({ what: COMPONENTS, ok: true })
      if (example.regime) expect(checks).toContainEqual({ what: REGIME, ok: true, detail: example.regime })
      for (const field of [...fields, 'timestamp']) expect(checks.map(({ what }) => what)).toContain(disagrees(field))
    })

    test('the string alone is enough: a body without components is recomputed all the same', () => {
      const { components: _, ...rest } = content
      const { ok, checks } = verify(signedBody(canonical, rest))
      expect(ok).toBe(true)
      expect(checks.map(({ what }) => what)).not.toContain(COMPONENTS)
      expect(checks.map(({ what }) => what)).toContain(VALUE)
    })

    test('one hundredth off is found, in the body and in the string', () => {
      const off = fixed(example.value + 0.01, 2)
      const wrong = canonical.replace(`|${fixed(example.value, 2)}|`, `|${off}|`)
      expect(failed(wrong, { ...content, value: Number(off) })).toEqual([VALUE])
      expect(failed(wrong)).toEqual([disagrees('value'), VALUE])
    })

    test.each(changes)('%s as %s is found', (from, to, what) => {
      expect(canonical).toContain(from)
      expect(failed(canonical.replace(from, to))).toEqual([...what])
    })

    test('components of a body that differ from the string are found', () => {
      const { components } = example
      for (const [key, component] of Object.entries(components)) {
        const other = { ...components, [key]: { ...component, value: Number(component.value) + 1 } }
        expect(failed(canonical, travelled({ ...content, components: other }))).toEqual([COMPONENTS])
      }
      expect(failed(canonical, { ...content, components: {} })).toEqual([COMPONENTS])
      expect(failed(canonical, { ...content, components: { [Object.keys(components)[0]!]: null } })).toEqual([
        COMPONENTS,
      ])
    })
  })

  return { content, failed, signed: signedBody(canonical, content), isRight: (body: Body) => verify(body).ok }
}
