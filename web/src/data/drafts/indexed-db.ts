/** A database of the browser, opened; made anew by `upgrade` when it is not there. */
export function openDatabase(
  factory: IDBFactory,
  name: string,
  upgrade: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = factory.open(name, 1);
    opening.onupgradeneeded = () => upgrade(opening.result);
    opening.onsuccess = () => {
      const database = opening.result;
      // A later version of the page wants another shape: let it.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    opening.onerror = () => reject(toReason(opening.error));
    opening.onblocked = () => reject(toReason(null));
  });
}

/** Writes, and resolves when it is safely kept. */
export function writeTo(database: IDBDatabase, name: string, write: (store: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(toReason(transaction.error));
    transaction.onabort = () => reject(toReason(transaction.error));
    write(transaction.objectStore(name));
  });
}

export function readFrom(
  database: IDBDatabase,
  name: string,
  read: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = read(database.transaction(name, 'readonly').objectStore(name));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(toReason(request.error));
  });
}

function toReason(error: DOMException | null): Error {
  return error ?? new Error("The browser's database didn't respond.");
}
