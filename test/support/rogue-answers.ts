import type { IncomingMessage, ServerResponse } from 'node:http';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What no well-behaved mock does; the first part of the path says which. */
const answers: Readonly<Record<string, Answer>> = {
  'other-shape': (_request, response) => response.end('{"output":1,"choices":1,"content":1,"candidates":1}'),
  half: (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"id":', () => response.destroy());
  },
  hanging: (_request, response) => {
    response.writeHead(200);
    response.write('{"id":');
  },
  endless: (_request, response) => {
    const chunk = Buffer.alloc(1_000_000, ' ');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  },
  'echo-key': (request, response) => {
    response.statusCode = 401;
    response.end(JSON.stringify({ error: { message: `No such key: ${JSON.stringify(request.headers)}` } }));
  },
  redirect: (_request, response) => {
    response.writeHead(307, { location: '/other-shape/' });
    response.end();
  },
};

export function answerBadly(request: IncomingMessage, response: ServerResponse): void {
  const answer = answers[request.url?.split('/')[1] ?? ''];
  request.resume();
  request.on('end', () => answer?.(request, response));
}
