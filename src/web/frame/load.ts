import { tabMemory } from '../parts/memory.ts'

const RELOADED = 'claros-reloaded'

/**
 * Loads a part of the page. A deploy takes old parts away: then the whole page is loaded again, once, and it names the
 * new ones. Where that cannot be remembered it is not done at all, since it would never end.
 */
export const loadOrReload = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    const part = await load()
    tabMemory.remove(RELOADED)
    return part
  } catch (problem) {
    if (tabMemory.get(RELOADED) !== null || !tabMemory.set(RELOADED, '1')) throw problem
    location.reload()
    return new Promise(() => {})
  }
}
