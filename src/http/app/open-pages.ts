import type { Registry } from '../../feeds/registry.ts'
import { itemFinder } from '../endpoints/find-item.ts'
import { createPages, type PageOptions, type Pages } from '../pages/pages.ts'

/** The pages of one instance: those of items are the items of the registry. */
export const openPages = (registry: Pick<Registry, 'items'>, built: Omit<PageOptions, 'missing'>): Pages => {
  const find = itemFinder(registry)
  return createPages({
    ...built,
    missing: (path, query) => {
      const found = find(path, query)
      return 'kind' in found ? found : null
    },
  })
}
