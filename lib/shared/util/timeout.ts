const noAnswer = (milliseconds: number) => new Error(`no answer in ${milliseconds} ms`)

/** What `work` gives, unless it takes longer than this. @throws what `late` makes of it. */
export async function within<T>(
  milliseconds: number,
  work: Promise<T>,
  late: (milliseconds: number) => Error = noAnswer,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late(milliseconds)), milliseconds)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}
