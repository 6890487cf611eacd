const RELOADED = 'claros-reloaded'

/**
 * Loads a part of the page. A deploy takes old parts away: then the whole page is loaded again, once, and it names the
 * new ones.
 */
export const loadOrReload = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    const part = await load()
    sessionStorage.removeItem(RELOADED)
    return part
  } catch (problem) {
    if (sessionStorage.getItem(RELOADED) !== null) throw problem
    sessionStorage.setItem(RELOADED, '1')
    location.reload()
    return new Promise(() => {})
  }
}
