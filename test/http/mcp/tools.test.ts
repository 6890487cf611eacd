import { beforeAll, describe, expect, test } from 'bun:test'
import { callOf, type Endpoint, isPriced } from '../../../src/http/wire/endpoint.ts'
import { skillOf, toolNameOf } from '../../../src/http/discovery/skills.ts'
import { itemRequest } from '../../../src/http/mcp/item-request.ts'
import { skillTools } from '../../../src/http/mcp/skill-tools.ts'
import { holesOf } from '../../../src/feeds/subject.ts'
import { openMcp, VERSIONS } from '../../support/mcp/clients.ts'
import { fileShop } from '../../support/shop.ts'

/** The list of tools: what is sold is in it, once, and a model can afford to read it. */

const shop = await fileShop()
const MOST_TOOLS = 30
const MOST_BYTES = 16_000

interface Listed {
  readonly name: string
  readonly description: string
  readonly inputSchema: {
    readonly type: string
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly required?: readonly string[]
    readonly additionalProperties: boolean
  }
  readonly outputSchema?: unknown
  readonly annotations?: { readonly readOnlyHint: boolean }
}

let sent: string
let tools: readonly Listed[]

beforeAll(async () => {
  const response = await shop.request('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  sent = /^data: (.*)$/m.exec(await response.text())![1]!
  tools = (JSON.parse(sent) as { readonly result: { readonly tools: readonly Listed[] } }).result.tools
})

describe('the list of tools', () => {
  test('is short, as it is sent', () => {
    expect(tools.length).toBeLessThanOrEqual(MOST_TOOLS)
    expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(MOST_BYTES)
  })

  test('is the same for both versions of the protocol', async () => {
    for (const version of VERSIONS) {
      const client = await openMcp(version, { kind: 'http', url: `${shop.url}/mcp` })
      expect(JSON.parse(JSON.stringify(await client.list()))).toEqual(JSON.parse(JSON.stringify(tools)))
      await client.close()
    }
  })

  test('has one tool for each skill that sells something, and the free ones', () => {
    const selling = new Set(shop.endpoints.filter(isPriced).map(({ path }) => toolNameOf(skillOf(path)!)))
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      [...selling, 'claros_list', 'claros_preview', 'claros_health', 'claros_receipt', 'claros_verify'].toSorted(),
    )
  })

  test('follows the forms: names, closed schemas, the price at the end, no output schema', () => {
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-z0-9_]{1,40}$/)
      expect([inputSchema.type, inputSchema.additionalProperties, outputSchema]).toEqual(['object', false, undefined])
      expect(description).toMatch(
        name.startsWith('claros_') ? / Free\.$/ : /\. (?:From )?\$\d+\.\d\d or \d+ sats, signed\.$/,
      )
      expect(annotations).toEqual(name === 'oracle_dlc' ? undefined : { readOnlyHint: true })
      for (const need of inputSchema.required ?? []) expect(inputSchema.properties).toHaveProperty([need])
    }
  })

  test('declares the guards of all that takes them', () => {
    for (const { name, inputSchema } of tools.filter((each) => each.name.startsWith('oracle_')))
      expect([name, 'min_confidence' in inputSchema.properties, 'max_age' in inputSchema.properties]).toEqual([
        name,
        ...(['oracle_history', 'oracle_dlc'].includes(name) ? [false, false] : [true, true]),
      ])
  })
})

/** The arguments by which an item sells this route: those of its example where it has parameters. */
const argumentsFor = (form: string, route: Endpoint): Readonly<Record<string, string>> => {
  const [shape, path] = [form.split('/'), route.path.split('/')]
  const chosen = holesOf(form).map((name) => {
    const word = path[shape.indexOf(`{${name}}`)]!
    return [name, word.startsWith('{') ? route.filled!.params![name]! : word] as const
  })
  return { ...Object.fromEntries(chosen), ...route.filled?.query }
}

describe('items', () => {
  test('lead to every route that is sold, each by one name', () => {
    const reached = skillTools(shop.endpoints).flatMap((tool) =>
      [...tool.items].flatMap(([item, { form, routes }]) =>
        routes.map((route) => {
          const asked = itemRequest(tool, { item, ...argumentsFor(form, route) })
          if ('code' in asked) throw new Error(`${tool.name} ${item}: ${JSON.stringify(asked)}`)
          expect([asked.method, asked.target]).toEqual([route.method, callOf(route)])
          return `${route.method} ${route.path}`
        }),
      ),
    )
    expect(reached.toSorted()).toEqual(
      shop.endpoints
        .filter(isPriced)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    )
  })

  test('are named in the list with all that their routes take', () => {
    for (const { name, items } of skillTools(shop.endpoints)) {
      const { properties } = tools.find((each) => each.name === name)!.inputSchema
      if (items.size > 1) expect(properties['item']!['enum']).toEqual([...items.keys()])
      for (const { form, routes } of items.values())
        for (const { query, headers, body } of routes)
          for (const argument of [
            ...holesOf(form),
            ...Object.keys(query ?? {}),
            ...Object.keys(headers ?? {}).map((header) => header.toLowerCase().replaceAll('-', '_')),
            ...(body ? ['body'] : []),
          ])
            expect([name, Object.keys(properties)]).toEqual([name, expect.arrayContaining([argument])])
    }
  })

  test('are told of by claros_list with path, price and free copy', async () => {
    const client = await openMcp('2026-07-28', { kind: 'http', url: `${shop.url}/mcp` })
    const all = await client.call('claros_list')
    const listed = all.structured!['tools'] as readonly { readonly tool: string; readonly items: number }[]
    expect(listed.reduce((sum, { items }) => sum + items, 0)).toBe(shop.endpoints.filter(isPriced).length)
    for (const { tool } of listed) {
      const { structured } = await client.call('claros_list', { tool })
      for (const item of structured!['items'] as readonly Readonly<Record<string, unknown>>[]) {
        const route = shop.endpoints.find((each) => isPriced(each) && each.path === item['path'])!
        expect(item['summary']).toBeString()
        expect(route.access).toMatchObject({ price: { sats: item['price_sats'] } })
        const copy = shop.endpoints.find((each) => each.path === item['preview'])
        expect([item['path'], copy === undefined]).toEqual([item['path'], item['preview'] === undefined])
      }
    }
    await client.close()
  })
})
