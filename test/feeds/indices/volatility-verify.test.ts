import { describe, expect, test } from 'bun:test'
import { contentHash, contentStatement } from '../../../src/canonical/content.ts'
import { digest } from '../../../src/canonical/digest.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { ed25519Signer } from '../../../src/canonical/signature.ts'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { LAYOUTS } from '../../../src/cli/verify.ts'
import { volatilityExample } from '../../../src/feeds/indices/volatility-example.ts'
import { registry } from '../../../src/feeds/registry.ts'

/** What a buyer learns from an answer that was signed, but is not what its own components come to. */

const SIGNER = ed25519Signer(new Uint8Array(32).fill(5))
const ITEM = registry.item('index/volatility/BTC-USD')!
const TIMESTAMP = 1_795_000_002
const CONTENT = { ...volatilityExample({ base: 'BTC', domain: 'BTCUSD' }), timestamp: TIMESTAMP }
const CANONICAL = ITEM.feed.sale.canonical.write(ITEM.feed.sale.tokens(CONTENT), {
  timestamp: TIMESTAMP,
  nonce: 482_910,
})

/** Signs whatever it is given, as a broken service would. */
const signed = (
  canonical: string,
  content: Readonly<Record<string, unknown>> = CONTENT,
): Readonly<Record<string, Json>> => {
  const body = content as Readonly<Record<string, Json>>
  const hash = contentHash(body)
  return {
    ...body,
    canonical,
    signature: SIGNER.sign(digest(canonical)),
    signingScheme: SIGNER.scheme,
    pubkey: SIGNER.publicKey,
    contentHash: hash,
    contentSignature: SIGNER.sign(digest(contentStatement(hash))),
  }
}
const verified = (...asked: Parameters<typeof signed>) => verifyAnswer(signed(...asked), { layouts: LAYOUTS })
const failed = (...asked: Parameters<typeof signed>): readonly string[] =>
  verified(...asked)
    .checks.filter(({ ok }) => !ok)
    .map(({ what }) => what)

const VALUE = 'value is recomputed from the components'
const WEIGHTS = 'weights are recomputed from the components that are there'
const COMPONENTS = 'components agree with the canonical string'

describe('verifying a volatility index', () => {
  test('its canonical string is the specified one', () => {
    expect(CANONICAL).toBe(
      'v1|VOLATILITY|BTCUSD|MSVI|21.08|index|30D|RV:44.2600:0.3000,IV:42.6300:0.2500,TS:0.9513:0.1500,FR:0.00003100:0.2000,PCR:0.7636:0.1000|CONFIDENCE:0.98|METHOD:v1|1795000002|482910',
    )
  })

  test('says that the value was recomputed, and to what', () => {
    const { ok, checks } = verified(CANONICAL)
    expect(ok).toBe(true)
    expect(checks).toContainEqual({ what: VALUE, ok: true, detail: '21.08 index' })
    expect(checks).toContainEqual({ what: WEIGHTS, ok: true, detail: '0.3000 0.2500 0.1500 0.2000 0.1000' })
    expect(checks).toContainEqual({ what: COMPONENTS, ok: true })
    for (const name of ['pair', 'value', 'unit', 'confidence', 'timestamp'])
      expect(checks.map(({ what }) => what)).toContain(`${name} agrees with the canonical string`)
  })

  test('the string alone is enough: a body without components is recomputed all the same', () => {
    const { components: _, ...rest } = CONTENT
    const { ok, checks } = verified(CANONICAL, rest)
    expect(ok).toBe(true)
    expect(checks.map(({ what }) => what)).not.toContain(COMPONENTS)
    expect(checks.map(({ what }) => what)).toContain(VALUE)
  })

  test('one hundredth off is found, in the body and in the string', () => {
    const wrong = CANONICAL.replace('|21.08|', '|21.09|')
    expect(failed(wrong, { ...CONTENT, value: 21.09 })).toEqual([VALUE])
    expect(failed(wrong)).toEqual(['value agrees with the canonical string', VALUE])
  })

  test.each([
    ['RV:44.2600', 'RV:45.2600', [VALUE, COMPONENTS]],
    ['FR:0.00003100', 'FR:0.00103100', [VALUE, COMPONENTS]],
    ['PCR:0.7636:0.1000', 'PCR:NA:0.0000', [VALUE, WEIGHTS, COMPONENTS]],
    ['RV:44.2600:0.3000', 'RV:44.2600:0.3100', [WEIGHTS, COMPONENTS]],
    ['|index|', '|pct_annualized|', ['unit agrees with the canonical string', VALUE]],
    ['|BTCUSD|', '|ETHUSD|', ['pair agrees with the canonical string', VALUE]],
    ['|BTCUSD|', '|SOLUSD|', ['pair agrees with the canonical string', VALUE, WEIGHTS]],
  ] as const)('%s as %s is found', (from, to, what) => {
    expect(failed(CANONICAL.replace(from, to))).toEqual([...what])
  })

  test('funding that the other side pays comes to the same value', () => {
    expect(failed(CANONICAL.replace('FR:0.00003100', 'FR:-0.00003100'))).toEqual([COMPONENTS])
  })

  test('components of a body that differ from the string are found', () => {
    const { components } = CONTENT
    expect(
      failed(CANONICAL, { ...CONTENT, components: { ...components, iv: { ...components.iv, value: 43 } } }),
    ).toEqual([COMPONENTS])
    expect(failed(CANONICAL, { ...CONTENT, components: {} })).toEqual([COMPONENTS])
    expect(failed(CANONICAL, { ...CONTENT, components: { rv: null } })).toEqual([COMPONENTS])
  })
})
