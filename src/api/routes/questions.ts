import { QuestionList } from '../../contract/workspace.ts';
import type { ProjectQuestions } from '../../review/project-questions.ts';
import type { ApiServer } from '../api-context.ts';

/** What people can score. */
export function addQuestionRoutes(app: ApiServer, questions: ProjectQuestions): void {
  app.route({
    method: 'GET',
    url: '/v1/questions',
    schema: {
      tags: ['labels'],
      summary: 'List what can be scored',
      description:
        '"overall", and each deck of the project (`*.deck.md`) with its own scale. A deck that has a mistake in it is left out: `turnwise validate` tells what is wrong.',
      response: { 200: QuestionList },
    },
    handler: async () => {
      const list = await questions.list();
      return { questions: list.map(({ scale, ...question }) => ({ ...question, ...scale })) };
    },
  });
}
