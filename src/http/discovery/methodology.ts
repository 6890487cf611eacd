import { formsOf } from '../../canonical/either-layout.ts'
import type { Layout } from '../../canonical/layout.ts'
import type { AnyFeed } from '../../feeds/feed.ts'
import type { ComputedFeed } from '../../feeds/history/computed.ts'
import { QUOTE_LAYOUT } from '../../feeds/insurance/quote-answer.ts'
import { QUOTE_METHODOLOGY } from '../../feeds/insurance/quote-methodology.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import type { Instance } from './instance.ts'
import { layersOf } from './layers.ts'
import { METHODS_VERSION } from './method-versions.ts'

const canonicalForm = ({ version, type, tokens, hasNonce }: Layout): string => {
  return [
    version,
    type,
    ...Object.keys(tokens).map((name) => `<${name}>`),
    '<timestamp>',
    ...(hasNonce ? ['<nonce>'] : []),
  ].join('|')
}

/** The forms that a feed signs beside its usual one. */
const otherForms = (layout: Layout): { readonly alsoCanonical?: readonly string[] } => {
  const [, ...others] = formsOf(layout)
  return others.length > 0 ? { alsoCanonical: others.map(canonicalForm) } : {}
}

/** `/methodology.json`: how every number is made, generated from the definitions. */
export const methodology = (
  endpoints: readonly Endpoint[],
  feeds: readonly AnyFeed[],
  asked: readonly ComputedFeed[],
  { name, version, mode }: Instance,
) => ({
  name,
  version,
  methodVersion: METHODS_VERSION,
  mode,
  disclaimer: 'Every number is a measurement of what sources said, never a forecast and no advice.',
  layers: layersOf(endpoints),
  rounding:
    'The exact binary value, once, to the printed decimals, ties away from zero, never an exponent, never a negative zero.',
  confidence: {
    price: 'coverage * agreement * freshness * method',
    coverage: 'sources used / sources configured',
    agreement: '1 / (1 + (1.4826 * MAD / median) / 0.0010) over the survivors',
    freshness: '1 - 0.5 * mean(min(1, age / expiry))',
    method: '1 primary, 0.7 fallback, 0.5 carried value',
  },
  signing: {
    digest: 'SHA-256 of the UTF-8 canonical string',
    l402: 'secp256k1_ecdsa: DER, base64, over the digest; 33-byte compressed key, hex',
    x402: 'ed25519: 64 bytes, base64, the digest is the message; 32-byte key, hex',
    contentHash: 'SHA-256, hex, of the RFC 8785 form of the body without its envelope',
    contentSignature: 'over SHA-256 of "claros-content-v1|" + contentHash, same key',
  },
  feeds: feeds.map((feed) => ({
    id: feed.id,
    family: feed.family,
    layer: feed.layer,
    summary: feed.summary,
    path: feed.sale.path,
    subjects: feed.subjects.map((subject) => subject.name),
    canonical: canonicalForm(feed.sale.canonical),
    ...otherForms(feed.sale.canonical),
    everySeconds: feed.everySeconds,
    sellableSeconds: feed.sale.sellableSeconds,
    method: feed.methodology,
  })),
  history: asked.map((feed) => ({
    id: feed.id,
    family: feed.family,
    layer: feed.layer,
    summary: feed.summary,
    path: feed.path,
    subjects: feed.subjects.map((subject) => subject.name),
    canonical: canonicalForm(feed.canonical),
    method: feed.methodology,
  })),
  insurance: { canonical: canonicalForm(QUOTE_LAYOUT), method: QUOTE_METHODOLOGY },
})
