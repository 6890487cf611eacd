import { expect, test } from 'bun:test'
import { layersOf } from '../../../src/http/discovery/layers.ts'
import { FREE } from '../../../src/http/wire/endpoint.ts'

/** A layer says what can be bought of it now, not what has been built. */

const PAID = { kind: 'paid', price: { sats: 10, microUsd: 10_000 } } as const
const shut = () => [{ source: 'ecb', reason: 'not_licensed', setting: 'ALLOWED_RIGHTS' } as const]

const stateOf = (name: string, endpoints: Parameters<typeof layersOf>[0]) => {
  const { status, endpoints: count } = layersOf(endpoints).find((layer) => layer.name === name)!
  return [status, count]
}

test('a layer is live with what is open of it, closed when nothing is, and coming soon without routes', () => {
  const layer = 'Oracle History'
  expect(stateOf(layer, [])).toEqual(['coming soon', 0])
  expect(stateOf(layer, [{ layer, access: FREE }])).toEqual(['coming soon', 0])
  expect(stateOf(layer, [{ layer, access: PAID, lacks: shut }])).toEqual(['closed', 0])
  expect(
    stateOf(layer, [
      { layer, access: PAID, lacks: shut },
      { layer, access: PAID, lacks: () => null },
      { layer, access: PAID },
      { layer: 'Oracle Data', access: PAID },
    ]),
  ).toEqual(['live', 2])
})

test('the announced layer has no routes', () => {
  expect(stateOf('Oracle Wisdom', [{ layer: 'Oracle Data', access: PAID }])).toEqual(['coming soon', 0])
})
