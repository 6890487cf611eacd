import { describe, expect, test } from 'bun:test'
import { contentHash, contentStatement } from '../../../src/canonical/content.ts'
import { digest } from '../../../src/canonical/digest.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { ed25519Signer } from '../../../src/canonical/signature.ts'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { LAYOUTS } from '../../../src/cli/verify.ts'
import { sentimentExample } from '../../../src/feeds/indices/sentiment-example.ts'
import { registry } from '../../../src/feeds/registry.ts'

/** What a buyer learns from an answer that was signed, but is not what its own components come to. */

const SIGNER = ed25519Signer(new Uint8Array(32).fill(5))
const ITEM = registry.item('index/sentiment/BTC-USD')!
const TIMESTAMP = 1_795_000_002
const CONTENT = { ...sentimentExample({ base: 'BTC', domain: 'BTCUSD' }), timestamp: TIMESTAMP }
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
const REGIME = 'the value allows the regime'
const COMPONENTS = 'components agree with the canonical string'

describe('verifying a sentiment index', () => {
  test('its canonical string is the specified one, with its sign', () => {
    expect(CANONICAL).toBe(
      'v1|SENTIMENT|BTCUSD|MSXI|-12.71|INDEX|FR:-0.00003168:0.3000,SKEW:-4.1342:0.2500,PCR:0.8754:0.2000,TS:0.9543:0.1500,BASIS:0.047958:0.1000|REGIME:NEUTRAL|CONFIDENCE:0.95|METHOD:v1|1795000002|482910',
    )
  })

  test('says that the value was recomputed, and to what', () => {
    const { ok, checks } = verified(CANONICAL)
    expect(ok).toBe(true)
    expect(checks).toContainEqual({ what: VALUE, ok: true, detail: '-12.71 index' })
    expect(checks).toContainEqual({ what: WEIGHTS, ok: true, detail: '0.3000 0.2500 0.2000 0.1500 0.1000' })
    expect(checks).toContainEqual({ what: COMPONENTS, ok: true })
    expect(checks).toContainEqual({ what: REGIME, ok: true, detail: 'NEUTRAL' })
    for (const name of ['pair', 'value', 'unit', 'regime', 'confidence', 'timestamp'])
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
    const wrong = CANONICAL.replace('|-12.71|', '|-12.70|')
    expect(failed(wrong, { ...CONTENT, value: -12.7 })).toEqual([VALUE])
    expect(failed(wrong)).toEqual(['value agrees with the canonical string', VALUE])
  })

  test.each([
    ['FR:-0.00003168', 'FR:0.00003168', [VALUE, COMPONENTS]],
    ['SKEW:-4.1342', 'SKEW:4.1342', [VALUE, COMPONENTS]],
    ['PCR:0.8754', 'PCR:1.8754', [VALUE, COMPONENTS]],
    ['TS:0.9543', 'TS:1.0543', [VALUE, COMPONENTS]],
    ['BASIS:0.047958', 'BASIS:0.057958', [VALUE, COMPONENTS]],
    ['SKEW:-4.1342:0.2500', 'SKEW:NA:0.0000', [VALUE, WEIGHTS, COMPONENTS]],
    ['FR:-0.00003168:0.3000', 'FR:-0.00003168:0.3100', [WEIGHTS, COMPONENTS]],
    ['REGIME:NEUTRAL', 'REGIME:BULLISH', ['regime agrees with the canonical string', REGIME]],
    ['|BTCUSD|', '|ETHUSD|', ['pair agrees with the canonical string']],
  ] as const)('%s as %s is found', (from, to, what) => {
    expect(failed(CANONICAL.replace(from, to))).toEqual([...what])
  })

  test('a tenor that is changed breaks the hash of the body', () => {
    const { components } = CONTENT
    const changed = { ...signed(CANONICAL), components: { ...components, skew: { ...components.skew, tenor_days: 7 } } }
    expect(verifyAnswer(changed, { layouts: LAYOUTS }).ok).toBe(false)
  })
})
