import type { Registry } from '../../feeds/registry.ts'
import { itemFinder } from '../endpoints/find-item.ts'
import { createPages, type PageOptions, type Pages } from '../pages/pages.ts'

/** The pages of one instance: those of items are the items of the registry. */
export const openPages = (
  { items }: Pick<Registry, 'items'>,
  built: Omit<PageOptions, 'missing' | 'ownWords'>,
): Pages => {
  const find = itemFinder({ items })
  const names = new Set(items.flatMap(({ query }) => [...new URLSearchParams(query).keys()]))
  return createPages({
    ...built,
    missing: (path, query) => {
      const found = find(path, query)
      return 'kind' in found ? found : null
    },
    ownWords: (query) =>
      new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => names.has(name.toLowerCase()))).toString(),
  })
}
