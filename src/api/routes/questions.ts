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
      summary: 'List scoring questions',
      description:
        '"overall", and each deck of the project (`*.deck.md`) with its own scale. Invalid decks are left out. Run `turnwise validate` to see why.',
      response: { 200: QuestionList },
    },
    handler: async () => {
      const list = await questions.list();
      return { questions: list.map(({ scale, ...question }) => ({ ...question, ...scale })) };
    },
  });
}
