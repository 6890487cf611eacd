import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { WEATHER_WINDOWS } from '../../src/feeds/weather/windows.ts'
import { createComponents } from '../../src/http/discovery/components.ts'
import { fileShop, SPOT } from '../support/shop.ts'
import { redoclyFaults, spectralFaults } from '../support/openapi.ts'

/** The document as generators and linters read it. What it says of routes is held against them in `documents.test.ts`. */

interface Media {
  readonly schema: { readonly $ref?: string }
  readonly example: unknown
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: { readonly $ref?: string; readonly enum?: readonly string[] }
}
interface Operation {
  readonly parameters: readonly Parameter[]
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Record<string, Media> }>>
}
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const shop = await fileShop()
const document = (await (await shop.request('/openapi.json')).json()) as Described
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
)

/** The spot price alone, whose example has this price. */
const priced = (price: unknown) => {
  const paths = structuredClone({ [SPOT]: document.paths[SPOT]! })
  Object.assign(paths[SPOT]!['get']!.responses['200']!.content!['application/json']!.example as object, { price })
  return { ...document, paths }
}

describe('linters', () => {
  test("Redocly's finds nothing, not even to warn of", async () => {
    expect(await redoclyFaults(document)).toEqual([])
  })

  test('Spectral finds no error', async () => {
    expect(await spectralFaults(document)).toEqual([])
  })

  test('both hold examples against their schemas', async () => {
    for (const [price, isWrong] of [
      ['97012.34', false],
      [97_012.34, true],
    ] as const) {
      const [redocly, spectral] = [await redoclyFaults(priced(price)), await spectralFaults(priced(price))]
      expect(redocly.some((fault) => fault.startsWith('no-invalid-media-type-examples'))).toBe(isWrong)
      expect(spectral.some((fault) => fault.startsWith('oas3-valid-media-example'))).toBe(isWrong)
    }
  })
})

describe('names', () => {
  test('each JSON answer is written once, under its name', () => {
    const unnamed = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.responses['200']!.content!)
        .filter(([type, { schema }]) => type === 'application/json' && schema.$ref === undefined)
        .map(() => name),
    )
    expect(unnamed).toEqual(['get /dlc/kormir/health-check'])
  })

  test('so is each problem, and each member of the envelope', () => {
    const written = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.responses)
        .filter(([status, { $ref }]) => Number(status) >= 400 && $ref === undefined)
        .map(() => name),
    )
    expect(written).toEqual([])
    const spot = document.components['schemas']!['PriceSpot'] as { readonly properties: Record<string, unknown> }
    for (const [member, named] of Object.entries({
      timestamp: 'Timestamp',
      canonical: 'Canonical',
      signature: 'Signature',
      pubkey: 'PublicKey',
      signingScheme: 'SigningScheme',
      contentHash: 'ContentHash',
      contentSignature: 'ContentSignature',
    }))
      expect([member, spot.properties[member]]).toEqual([member, { $ref: `#/components/schemas/${named}` }])
  })

  test('a schema that is called like another one is a fault', () => {
    const components = createComponents()
    components.of(Type.String({ title: 'Word' }))
    components.of(Type.String({ title: 'Word' }))
    expect(() => components.of(Type.Integer({ title: 'Word' }))).toThrow('Word')
  })
})

describe('words', () => {
  const windowsOf = (metric: keyof typeof WEATHER_WINDOWS) =>
    document.paths[`/oracle/weather/{lat}/{lon}/${metric}/{window}`]!['get']!.parameters.find(
      ({ name }) => name === 'window',
    )!.schema.enum

  test('of a path are those of its feed', () => {
    for (const metric of ['rainfall', 'temperature', 'wind', 'wrsi'] as const)
      expect(windowsOf(metric)).toEqual(WEATHER_WINDOWS[metric].map((days) => `${days}d`))
  })

  test('that fill a path say what they may be', () => {
    const silent = operations.flatMap(({ name, operation }) =>
      operation.parameters
        .filter((each) => each.in === 'path' && each.schema.$ref === undefined && each.schema.enum === undefined)
        .map((each) => `${name} ${each.name}`),
    )
    expect(silent).toEqual([])
  })

  test('fit the example of the feed that they name a subject of', () => {
    for (const endpoint of shop.endpoints.filter(({ words }) => words !== undefined && 'lat' in words)) {
      const { lat, lon } = endpoint.words!
      const judge = (north: string, east: string) => [Value.Check(lat!, north), Value.Check(lon!, east)]
      expect([endpoint.path, judge('51.5', '-0.25'), judge('51,5', '1e2')]).toEqual([
        endpoint.path,
        [true, true],
        [false, false],
      ])
    }
  })

  test('that stand for one another become an enum', () => {
    const word = Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()])
    expect(createComponents().of(word)).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] })
    const told = Type.Union([Type.Literal('a', { description: 'the first' }), Type.Literal('b')])
    expect(createComponents().of(told)).toHaveProperty('anyOf')
  })
})

test('bodies that are sent as examples fit their schemas', () => {
  const bodies = shop.endpoints.filter(({ body }) => body !== undefined)
  expect(bodies.length).toBeGreaterThan(6)
  for (const { path, body } of bodies)
    expect([path, [...Value.Errors(body!.schema, body!.example(Date.now() / 1000))]]).toEqual([path, []])
})
