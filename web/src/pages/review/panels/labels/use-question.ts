import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Question } from '../../../../../../src/contract/workspace.ts';
import { questionsQuery } from '../../../../data/labels.ts';

export interface QuestionChoice {
  readonly questions: readonly Question[];
  readonly loading: UseQueryResult<unknown>;
  /** undefined: not loaded yet. */
  readonly question: Question | undefined;
  choose(question: string): void;
}

const preference = 'turnwise.question';

/** The question that is asked now. The last choice is remembered; a deck that is gone makes room for "overall". */
export function useQuestion(): QuestionChoice {
  const query = useQuery(questionsQuery());
  const list = query.data?.questions ?? [];
  const [chosen, setChosen] = useState(() => localStorage.getItem(preference) ?? 'overall');
  return {
    questions: list,
    loading: query,
    question: list.find(({ question }) => question === chosen) ?? list[0],
    choose: (question) => {
      localStorage.setItem(preference, question);
      setChosen(question);
    },
  };
}
