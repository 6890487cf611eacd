import { KEYS_PATH } from '../../canonical/key-document.ts'
import { priceInWords } from '../../feeds/tariff.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { PROBLEMS } from '../wire/problem.ts'
import { X402_REASONS } from '../rails/x402-check.ts'
import { ASKING_AGAIN } from './asking-again.ts'
import { GUARD_LINES, refusedGuardLines } from './guard-lines.ts'
import { DESCRIPTION, type Instance } from './instance.ts'
import { layersOf } from './layers.ts'
import { skillOf } from './skills.ts'
import { LLMS_PATH } from './llms.ts'
import { parametersOf, type ShownParameter } from './parameters.ts'

const priceOf = ({ access }: Endpoint): string => (access.kind === 'paid' ? priceInWords(access.price) : 'free')

/** A query parameter, below its path. */
const parameterLine = ({ name, required, description }: ShownParameter): string =>
  `  - ?${name}= (${required ? 'required' : 'optional'}): ${description}`

const sectionOf = (title: string, about: readonly string[], endpoints: readonly Endpoint[]): readonly string[] => [
  `## ${title}`,
  '',
  ...about,
  ...endpoints.flatMap((each) => [
    `- ${each.method} ${each.path} (${priceOf(each)}${each.lacks?.() ? '; available: false' : ''}): ${each.summary}`,
    ...(each.access.kind === 'paid' ? parametersOf(each).map(parameterLine) : []),
    ...refusedGuardLines(each),
  ]),
  '',
]

/** Whether all paid paths have a free copy, in words. */
const previewed = (endpoints: readonly Endpoint[]): string => {
  const paths = new Set(endpoints.map(({ path }) => path))
  const paid = endpoints.filter(({ access, method }) => access.kind === 'paid' && method === 'GET')
  return paid.every(({ path }) => paths.has(`${path}/preview`)) ? 'Every paid path' : 'A paid path, where listed below,'
}

const sectionsOf = (endpoints: readonly Endpoint[]): readonly string[] =>
  [...Map.groupBy(endpoints, ({ path }) => skillOf(path))].flatMap(([skill, own]) =>
    skill ? sectionOf(skill.name, [`${skill.description}.`, ''], own) : sectionOf('Service', [], own),
  )

/** `/llms-full.txt`: every route with its price and parameters, in one section for each skill of the agent card. */
export const llmsFull = (endpoints: readonly Endpoint[], { name, version, publicUrl, mode, rails }: Instance): string =>
  [
    `# ${name} ${version}`,
    '',
    `> ${DESCRIPTION}`,
    '',
    `Mode: ${mode}${mode === 'demo' ? ' (simulated data, play money, throw-away keys)' : ''}. Address: ${publicUrl}. Rails: ${rails.join(', ') || 'none configured'}.`,
    '',
    `The short form of this text is ${publicUrl}${LLMS_PATH}.`,
    '',
    '## How to buy',
    '',
    '1. GET a paid path. The 402 offers every rail at once: x402 version 1 in the body, x402 version 2 in the header',
    '   PAYMENT-REQUIRED, L402 in WWW-Authenticate. Who asks for many invoices and pays none gets none for a while: then',
    '   the body says l402.withheld and l402.retryAfter.',
    '2. Pay, and repeat the same request with X-PAYMENT, PAYMENT-SIGNATURE or Authorization: L402 <macaroon>:<preimage>.',
    '3. Verify: the signature covers SHA-256 of `canonical`; contentHash covers every other field. L402 answers are',
    '   signed secp256k1_ecdsa (DER), x402 answers ed25519 (the 32-byte digest is the message). `pubkey` must be one of',
    `   ${publicUrl}${KEYS_PATH} (keep that document).`,
    '',
    'Prices above $0.10 need a raised limit in x402-fetch (maxValue), above $1.00 in @x402/fetch (setSpendControls).',
    'A payment buys one answer. After a 503 repeat it unchanged.',
    `${previewed(endpoints)} has a free sibling with /preview: unsigned, delayed, for integration testing.`,
    '',
    '## Guards of buyers',
    '',
    ...GUARD_LINES,
    '',
    '## Asking again for what you paid for',
    '',
    ...ASKING_AGAIN,
    '',
    '## Layers',
    '',
    ...layersOf(endpoints).map((layer) => `- ${layer.name} (${layer.status}): ${layer.description}`),
    '',
    ...sectionsOf(endpoints),
    '## Errors',
    '',
    ...Object.entries(PROBLEMS).map(([code, { status, meaning }]) => `- ${status} ${code}: ${meaning}`),
    '',
    '`details[].rule` of payment_invalid is one of these for x402, and a word beginning with l402_ for Lightning:',
    '',
    ...X402_REASONS.map((reason) => `- ${reason}`),
    '',
  ].join('\n')
