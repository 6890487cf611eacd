import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { type Door, type McpClient, openMcp, VERSIONS } from '../support/mcp/clients.ts'
import { authorize, PAYER, payloadV2, signTransfer } from '../support/payer.ts'
import { fileShop, SPOT } from '../support/shop.ts'
import { testFolder } from '../support/test-folder.ts'

/** `claros mcp`: the same tools behind standard input and output. */

const shop = await fileShop()
const MAIN = join(import.meta.dir, '../../src/cli/main.ts')
const TOOL = 'oracle_spot_prices'
const ITEM = { item: 'btc/usd' }

beforeAll(async () => {
  await shop.money.fund(PAYER.address)
  for (const pair of ['btc/usd', 'eth/usd']) await shop.publish(pair)
})

const { folder, remove } = testFolder()
afterAll(remove)

/** The program that is packed with the client, in one file for Node. */
const bundled = async (): Promise<string> => {
  const program = join(import.meta.dir, '../../src/cli/packed.ts')
  const built = await Bun.build({ entrypoints: [program], target: 'node', format: 'esm' })
  const file = join(folder, 'mcp.mjs')
  await Bun.write(file, built.outputs[0]!)
  return file
}

const PATH = { PATH: Bun.env['PATH'] ?? '' }

const doors: Readonly<Record<string, () => Promise<Door>>> = {
  'by Bun': async () => ({
    kind: 'stdio',
    command: process.execPath,
    args: [MAIN, 'mcp'],
    env: { ...PATH, CLAROS_URL: shop.url },
  }),
  'by Node, in one file': async () => ({
    kind: 'stdio',
    command: 'node',
    args: [await bundled(), 'mcp', shop.url],
    env: PATH,
  }),
}

const cases = Object.keys(doors).flatMap((how) => VERSIONS.map((version) => [version, how] as const))

describe.each(cases)('a client of %s, and the program run %s', (version, how) => {
  let client: McpClient
  beforeAll(async () => {
    client = await openMcp(version, await doors[how]!())
  })
  afterAll(() => client.close())

  test('finds the tools that the service has', async () => {
    const direct = await openMcp(version, { kind: 'http', url: `${shop.url}/mcp` })
    expect(JSON.stringify(await client.list())).toBe(JSON.stringify(await direct.list()))
    await direct.close()
  })

  test('is handed the demand, pays it on either rail, and gets what HTTP sells', async () => {
    const asked = await client.call(TOOL, ITEM)
    expect([asked.isError, asked.structured?.['error']]).toEqual([true, 'payment_required'])
    const { macaroon, invoice } = asked.meta['l402/challenge'] as {
      readonly macaroon: string
      readonly invoice: string
    }
    const token = `L402 ${macaroon}:${await shop.money.pay(invoice)}`
    const overLightning = await client.call(TOOL, ITEM, { 'l402/authorization': token })
    expect(overLightning.text).toBe(await (await shop.request(SPOT, { headers: { authorization: token } })).text())

    const authorization = authorize(shop.clock.now())
    const payment = payloadV2(authorization, await signTransfer(authorization))
    const inDollars = await client.call(TOOL, ITEM, { 'x402/payment': payment })
    expect(inDollars.meta['x402/payment-response']).toMatchObject({ success: true })
    for (const [{ text }, rail] of [
      [overLightning, 'l402'],
      [inDollars, 'x402'],
    ] as const) {
      const known = { layouts: LAYOUTS, publicKey: shop.keys[rail].publicKey }
      expect(verifyAnswer(JSON.parse(text) as Record<string, Json>, known).ok).toBe(true)
    }
    const again = await client.call(TOOL, { item: 'eth/usd' }, { 'x402/payment': payment })
    expect(again.structured?.['error']).toBe('payment_already_used')
  })

  test('is told what is wrong with a call', async () => {
    const bad = await client.call(TOOL, { item: 'btc/gbp' })
    expect([bad.isError, bad.text]).toEqual([true, expect.stringContaining('one_of')])
    expect(await client.call('nothing').catch((problem: Error) => problem.message)).toContain(
      'There is no tool nothing',
    )
    const long = await client
      .call('claros_verify', { answer: { canonical: 'x'.repeat(70_000) } })
      .catch((problem: Error) => problem.message)
    expect(long).toContain('Bodies have at most 65536 bytes here.')
  })
})

interface Ran {
  readonly lines: readonly string[]
  readonly stderr: string
  readonly status: number
}

const run = async (
  words: readonly string[],
  input: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> => {
  const child = Bun.spawn([process.execPath, MAIN, 'mcp', ...words], {
    stdin: Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...PATH, ...env },
  })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { lines: stdout.split('\n').filter((line) => line !== ''), stderr, status: await child.exited }
}

const request = (id: number, method: string, params = {}) => JSON.stringify({ jsonrpc: '2.0', id, method, params })

const idsIn = ({ lines }: Ran): readonly unknown[] =>
  lines.map((line) => (JSON.parse(line) as { readonly id: unknown }).id).toSorted()

describe('the program', () => {
  test('answers all that was asked and ends with its standard input; every line is a message', async () => {
    const calls = [1, 2, 3, 4].map((id) => request(id, 'tools/call', { name: 'claros_list', arguments: {} }))
    const ran = await run([shop.url], `${[...calls, request(5, 'ping'), ''].join('\r\n')}\n\n`)
    expect([idsIn(ran), ran.stderr, ran.status]).toEqual([[1, 2, 3, 4, 5], '', 0])
    for (const line of ran.lines) expect(JSON.parse(line)).toHaveProperty('result')
  })

  test('answers what is no message, and says nothing to news that need no answer', async () => {
    const input = [
      'nonsense',
      '[]',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      request(7, 'no/such'),
    ].join('\n')
    const ran = await run([shop.url], input)
    const codes = ran.lines.map(
      (line) => (JSON.parse(line) as { readonly error: { readonly code: number } }).error.code,
    )
    expect([codes.toSorted(), ran.status]).toEqual([[-32_600, -32_601, -32_700], 0])
  })

  test('says with each message what HTTP asks of it', async () => {
    const heard: (readonly (string | null)[])[] = []
    const service = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (asked) => {
        const { id } = (await asked.json()) as { readonly id: number }
        heard.push(['mcp-method', 'mcp-name', 'mcp-protocol-version'].map((name) => asked.headers.get(name)))
        const message = { jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18' } }
        // A comment, an event without data, and a message over two lines.
        const events = `: still here\n\nevent: x\n\ndata: ${JSON.stringify(message).replace(',', '\ndata: ,')}\n\n`
        return new Response(events, { headers: { 'content-type': 'text/event-stream' } })
      },
    })
    const child = Bun.spawn([process.execPath, MAIN, 'mcp', `http://127.0.0.1:${service.port}`], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
      env: PATH,
    })
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
    const modern = { name: 'b', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
    for (const line of [
      request(1, 'initialize', { protocolVersion: '2025-11-25' }),
      request(2, 'tools/call', { name: 'a' }),
      request(3, 'tools/call', modern),
    ]) {
      void child.stdin.write(`${line}\n`)
      const { id } = JSON.parse(line) as { readonly id: number }
      expect(JSON.parse((await lines.read()).value ?? '')).toMatchObject({ id })
    }
    await child.stdin.end()
    expect(await child.exited).toBe(0)
    await service.stop(true)
    expect(heard).toEqual([
      ['initialize', null, null],
      ['tools/call', 'a', '2025-06-18'],
      ['tools/call', 'b', '2026-07-28'],
    ])
  })

  test('says that a service is away, or is none, and goes on', async () => {
    const away = await run(['http://127.0.0.1:9'], `${request(1, 'tools/list')}\n{"jsonrpc":"2.0","method":"x"}\n`)
    expect(away.lines).toHaveLength(1)
    expect(away.lines[0]).toContain('http://127.0.0.1:9 cannot be reached')
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<html>') })
    const html = await run([`http://127.0.0.1:${other.port}`], request(1, 'tools/list'))
    await other.stop(true)
    expect(JSON.parse(html.lines[0]!)).toMatchObject({ id: 1, error: { code: -32_000 } })
  })

  test.each([
    [[], {}, 'CLAROS_URL'],
    [['one.example'], {}, 'is no address such as'],
    [['https://user:secret@one.example'], {}, 'is no address such as'],
    [['https://one.example/path'], {}, 'is no address such as'],
    [['ftp://one.example'], {}, 'is no address such as'],
    [['https://one.example', 'two'], {}, 'usage'],
    [['--wallet'], {}, 'usage'],
    [['--help'], {}, 'usage'],
  ] as const)('does not start with %j and %j', async (words, env, why) => {
    const ran = await run(words, request(1, 'tools/list'), env)
    expect([ran.status, ran.lines, ran.stderr]).toEqual([2, [], expect.stringContaining(why)])
    expect(ran.stderr).not.toContain('secret')
  })
})
