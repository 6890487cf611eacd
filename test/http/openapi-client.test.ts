import { afterAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { buyerL402, buyerV2, type PaidFetch } from '../../src/demo/buyers.ts'
import { fileShop } from '../support/shop.ts'

/** A stranger's way in: types by openapi-typescript, a client by openapi-fetch, and a `fetch` that pays. */

const shop = await fileShop()
await shop.publish('btc/usd')
const KEY = generatePrivateKey()
await shop.money.fund(privateKeyToAccount(KEY).address)

/** Packages are found from here. */
const CACHE = join(import.meta.dir, '..', '..', 'node_modules', '.cache')
await mkdir(CACHE, { recursive: true })
const folder = await mkdtemp(join(CACHE, 'openapi-client-'))
afterAll(() => rm(folder, { recursive: true }))

const response = await shop.request('/openapi.json')
await Bun.write(join(folder, 'schema.ts'), astToString(await openapiTS(await response.text())))

interface Fault {
  readonly text: string
  /** The line in which it stands. */
  readonly line: string
}

const lineAt = (text: string, start: number): string => text.slice(text.lastIndexOf('\n', start) + 1).split('\n')[0]!

/**
 * What is wrong with a program over the generated types, line by line; nothing where it compiles. One program is checked
 * for all that is wrong: the types of every path are read anew for each.
 */
const compile = async (name: string, program: string): Promise<readonly Fault[]> => {
  const file = join(folder, name)
  await Bun.write(
    file,
    `import createClient from 'openapi-fetch'\nimport type { paths } from './schema.ts'\n${program}`,
  )
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
    types: [],
  }
  return ts.getPreEmitDiagnostics(ts.createProgram([file], options)).map(({ messageText, file: within, start }) => ({
    text: ts.flattenDiagnosticMessageText(messageText, ' '),
    line: within && start !== undefined ? lineAt(within.text, start) : '',
  }))
}

const BUY = `
export const buy = async (baseUrl: string, pay: (request: Request) => Promise<Response>) => {
  const client = createClient<paths>({ baseUrl, fetch: pay })
  const { data, error } = await client.GET('/oracle/price/btc/usd')
  if (!data) throw new Error(error.error)
  const price: string = data.price
  const scheme: 'ed25519' | 'secp256k1_ecdsa' = data.signingScheme
  return { price, scheme, body: data }
}
export const read = async (baseUrl: string) => {
  const client = createClient<paths>({ baseUrl })
  const { data } = await client.GET('/oracle/price/btc/usd/preview')
  const signed: false | undefined = data?.signed
  return { signed, price: data?.price }
}
export const refused = async (baseUrl: string) => {
  const client = createClient<paths>({ baseUrl })
  const { error, response } = await client.GET('/oracle/weather/{lat}/{lon}/rainfall/{window}', {
    params: { path: { lat: '100', lon: '2', window: '30d' } },
  })
  const code = error?.error
  const known: 'invalid_request' | undefined = code === 'invalid_request' ? code : undefined
  return { known, status: response.status }
}
`

/** Lines that must not compile. */
const WRONG = [
  ['a field that no price has', `export const bid = data?.bid`],
  ['a path that is not served', `export const { data: brl } = await client.GET('/oracle/price/btc/brl')`],
  [
    'a window that is not sold',
    `export const { data: rain } = await client.GET('/oracle/weather/{lat}/{lon}/rainfall/{window}', { params: { path: { lat: '1', lon: '2', window: '31d' } } })`,
  ],
] as const

const WRONGS = `const client = createClient<paths>({ baseUrl: '' })
const { data } = await client.GET('/oracle/price/btc/usd')
export const price = data?.price
${WRONG.map(([, line]) => line).join('\n')}
`

interface Client {
  buy(
    baseUrl: string,
    pay: (request: Request) => Promise<Response>,
  ): Promise<{ readonly price: string; readonly scheme: string; readonly body: Readonly<Record<string, Json>> }>
  read(baseUrl: string): Promise<{ readonly signed: false | undefined; readonly price: string | undefined }>
  refused(baseUrl: string): Promise<{ readonly known: string | undefined; readonly status: number }>
}

const paying =
  (buyer: PaidFetch) =>
  (request: Request): Promise<Response> =>
    buyer(request.url, { method: request.method, headers: Object.fromEntries(request.headers) })

describe('a generated client', async () => {
  const faults = await compile('client.ts', BUY)
  const wrongs = await compile('wrong.ts', WRONGS)
  const client = (await import(join(folder, 'client.ts'))) as Client

  test('compiles', () => expect(faults).toEqual([]))

  test.each(WRONG)('and would not with %s', (_what, wrong) => {
    expect(wrongs.filter(({ line }) => line === wrong)).toHaveLength(1)
  })

  test('and nothing else is wrong with it', () => expect(wrongs).toHaveLength(WRONG.length))

  test.each([
    ['in USDC', 'x402', 'ed25519', buyerV2(KEY)],
    ['over Lightning', 'l402', 'secp256k1_ecdsa', buyerL402((invoice) => shop.money.pay(invoice))],
  ] as const)('buys %s', async (_how, rail, scheme, buyer) => {
    const sales = await shop.sales()
    const bought = await client.buy(shop.url, paying(buyer))
    expect(bought).toMatchObject({ price: '97012.34', scheme })
    expect(verifyAnswer(bought.body, { publicKey: shop.keys[rail].publicKey, layouts: LAYOUTS })).toMatchObject({
      ok: true,
    })
    expect(await shop.sales()).toBe(sales + 1)
  })

  test('reads what is free', async () => {
    expect(await client.read(shop.url)).toEqual({ signed: false, price: '97012.34' })
  })

  test('knows what it is refused for', async () => {
    expect(await client.refused(shop.url)).toEqual({ known: 'invalid_request', status: 400 })
  })
})
