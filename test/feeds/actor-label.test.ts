import { expect, test } from 'bun:test'
import { actorLabels, tickLabels } from '../../src/feeds/actor-label.ts'
import { type Item, registry } from '../../src/feeds/registry.ts'

const [item] = registry.items as [Item]

test('what a definition lists is counted by itself, what somebody made up under its feed', () => {
  const labelOf = actorLabels({
    ...registry,
    // A feed that knows any place, as far as this test goes.
    item: (actor) => registry.item(actor) ?? (actor.startsWith(`${item.feed.id}/`) ? { ...item, actor } : undefined),
  })
  expect(labelOf(item.actor)).toBe(item.actor)
  expect(labelOf(registry.boards[0]!.id)).toBe(registry.boards[0]!.id)
  for (const { actor } of registry.internal) expect(labelOf(actor)).toBe(actor)
  expect(labelOf(`${item.feed.id}/51.50,-0.25`)).toBe(item.feed.id)
  expect(labelOf('dlc/threshold')).toBe('dlc/threshold')
  for (const actor of ['dlc/BTCUSD-ABOVE-80000-1795000000', 'nobody', '']) expect(labelOf(actor)).toBe('unknown')
})

test('the names of ticks are those of all that is defined, each once', () => {
  const labelOf = actorLabels(registry)
  const names = tickLabels(registry)
  expect(new Set(names).size).toBe(names.length)
  const { items, internal, boards, fills, onDemand } = registry
  expect(names.length).toBe([items, internal, boards, fills, onDemand].flat().length)
  const feeds = new Set(onDemand.map(({ id }) => id))
  for (const name of names) expect([name, feeds.has(name) || labelOf(name) === name]).toEqual([name, true])
})
