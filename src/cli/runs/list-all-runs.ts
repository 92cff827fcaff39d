const listedAtOnce = 100;

/** What lists runs, or calibrations, newest first. */
interface Listing<Listed> {
  list(options: { readonly limit: number; readonly before?: string }): Promise<readonly Listed[]>;
}

/** Every run, or every calibration, of the store, newest first. */
export async function* listAllRuns<Listed extends { readonly id: string }>(
  store: Listing<Listed>,
): AsyncGenerator<Listed> {
  let before: string | undefined;
  do {
    const listed = await store.list({ limit: listedAtOnce, ...(before === undefined ? {} : { before }) });
    yield* listed;
    before = listed.at(-1)?.id;
  } while (before !== undefined);
}
