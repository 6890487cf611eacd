import { KEYS_PATH } from '../../canonical/key-document.ts'
import { priceInWords } from '../../feeds/tariff.ts'
import { PROBLEMS } from '../wire/problem.ts'
import { callOf, type Endpoint } from '../wire/endpoint.ts'
import { GUARD_NAMES } from '../rails/guards.ts'
import { DESCRIPTION, type Instance, MCP_PATH } from './instance.ts'
import { layersOf } from './layers.ts'
import { MCP_LINES } from './mcp-lines.ts'
import { parametersOf } from './parameters.ts'
import { type PathForm, pathForms } from './path-forms.ts'
import { skillOf } from './skills.ts'

/** The short text, and the one that names every route. */
export const LLMS_PATH = '/llms.txt'
export const LLMS_FULL_PATH = '/llms-full.txt'

/** Words that are named in one line; catalogues name all. */
const MOST_WORDS = 24

const isCatalogue = ({ path }: Endpoint): boolean => path.endsWith('/catalogue')

const wordsIn = ({ words, route }: PathForm): string => {
  if (route.filled) return `, for instance ${callOf(route)}`
  if (words.length === 0) return ''
  const more = words.length - MOST_WORDS
  return `: ${words.slice(0, MOST_WORDS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const parametersIn = ({ route }: PathForm): string => {
  const shown = parametersOf(route).map(({ name, required }) => (required ? name : `[${name}]`))
  return shown.length > 0 ? `?${shown.join('&')}` : ''
}

const priceIn = ({ route: { access }, routes, siblings }: PathForm): string => {
  const price = access.kind === 'paid' ? priceInWords(access.price) : 'free'
  const copies = siblings.length > 0 ? `; free: ${siblings.join(', ')}` : ''
  return `${price}${copies}${routes.every(({ lacks }) => lacks?.()) ? '; available: false' : ''}`
}

const lineOf = (form: PathForm): string =>
  `- ${form.method} ${form.form}${parametersIn(form)} (${priceIn(form)})${wordsIn(form)}`

const sectionsOf = (endpoints: readonly Endpoint[]): readonly string[] =>
  [...Map.groupBy(endpoints, ({ path }) => skillOf(path))].flatMap(([skill, own]) => {
    if (!skill) return []
    const lists = own.filter(isCatalogue).map(({ path }) => path)
    return [
      `## ${skill.name}`,
      '',
      `${skill.description}.${lists.length > 0 ? ` Free lists: ${lists.join(', ')}` : ''}`,
      '',
      ...pathForms(own.filter((each) => !isCatalogue(each))).map(lineOf),
      '',
    ]
  })

const documentsOf = (endpoints: readonly Endpoint[], publicUrl: string): readonly string[] =>
  endpoints
    .filter(({ path }) => skillOf(path) === undefined && !path.includes('{') && path !== LLMS_PATH)
    .map(({ path, summary }) => `- [${path}](${publicUrl}${path}): ${summary}`)

/**
 * `/llms.txt`: the service in plain text. Its sections stand by themselves: whoever has read how to buy needs the one of
 * its family alone.
 */
export const llms = (endpoints: readonly Endpoint[], { name, version, publicUrl, mode, rails }: Instance): string =>
  [
    `# ${name} ${version}`,
    '',
    `> ${DESCRIPTION}`,
    '',
    `Mode: ${mode}${mode === 'demo' ? ' (simulated data, play money, throw-away keys)' : ''}. Address: ${publicUrl}. Rails: ${rails.join(', ') || 'none configured'}.`,
    '',
    'Read "How to buy", then the section of the data that you need: a line is one form of path with its price, what may be',
    `asked after ? ([x] may be left out), and the words that fill it. Every route: ${publicUrl}${LLMS_FULL_PATH}`,
    '',
    '## How to buy',
    '',
    '1. GET a paid path: the 402 offers every rail (x402 version 1 in the body, version 2 in PAYMENT-REQUIRED, L402 in',
    '   WWW-Authenticate).',
    '2. Pay, and repeat the same request with X-PAYMENT, PAYMENT-SIGNATURE or Authorization: L402 <macaroon>:<preimage>.',
    '3. Verify: the signature covers SHA-256 of `canonical`; x402 answers are signed ed25519, L402 answers',
    '   secp256k1_ecdsa. `pubkey` must be one of',
    `   ${publicUrl}${KEYS_PATH} (keep that document).`,
    '',
    'A payment buys one answer. After a 503 repeat the request unchanged: it is not charged twice. A path followed by',
    '/preview is free: unsigned, delayed, for integration testing. A paid GET also takes',
    `${GUARD_NAMES.map((name) => `?${name}=`).join(' and ')}: what does not meet them is 503 and costs nothing.`,
    '',
    '## Tools for agents',
    '',
    `${publicUrl}${MCP_PATH} speaks the Model Context Protocol (streamable HTTP, without sessions): one tool for each section`,
    'below that sells something, and free ones to list, preview and verify.',
    '',
    ...MCP_LINES,
    '',
    ...sectionsOf(endpoints),
    '## Layers',
    '',
    ...layersOf(endpoints).map((layer) => `- ${layer.name} (${layer.status}): ${layer.description}`),
    '',
    '## Documents',
    '',
    ...documentsOf(endpoints, publicUrl),
    '',
    '## Errors',
    '',
    ...Object.entries(PROBLEMS).map(([code, { status, meaning }]) => `- ${status} ${code}: ${meaning}`),
    '',
  ].join('\n')
