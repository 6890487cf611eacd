import { expect, test } from 'bun:test'
import { actorLabels } from '../../src/feeds/actor-label.ts'
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
  expect(labelOf(`${item.feed.id}/51.50,-0.25`)).toBe(item.feed.id)
  expect(labelOf('dlc/threshold')).toBe('dlc/threshold')
  for (const actor of ['dlc/BTCUSD-ABOVE-80000-1795000000', 'nobody', '']) expect(labelOf(actor)).toBe('unknown')
})
