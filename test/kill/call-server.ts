import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server in the process of the test: it outlives the runs that call it, and remembers every call. */
export abstract class CallServer<Call> {
  readonly calls: Call[] = [];
  readonly #server: Server;
  #onCall: (() => void) | undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      text(request).then(
        (body) => this.answer(body, response),
        // The caller was killed while it spoke.
        () => response.destroy(),
      );
      response.on('error', () => {});
    });
  }

  protected abstract answer(body: string, response: ServerResponse): void;

  protected addCall(call: Call): void {
    this.calls.push(call);
    this.#onCall?.();
  }

  /** Starts it. Gives its address, without a slash at the end. */
  protected async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an address that is an object.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  countTo(more: number): Promise<void> {
    const goal = this.calls.length + more;
    return new Promise((resolve) => {
      this.#onCall = () => {
        if (this.calls.length >= goal) resolve();
      };
    });
  }
}
