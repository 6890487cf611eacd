import { statfs } from 'node:fs/promises'

/** Bytes that this process may still write where the folder is; `null` while there is no such folder. */
export const freeDiskBytes = async (folder: string): Promise<number | null> => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
