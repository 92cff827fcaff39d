/** The example of founding document 003, to the letter. */
export const document003 = {
  id: 'example-1',
  datasetName: 'demo',
  synthQuestion: 'How do I use this product?',
  answer: 'It is a powerful CAD tool...',
  refs: [{ url: 'https://example.com/doc1', content: 'General documentation' }],
  history: [
    { role: 'user', msg: 'What is this product?', tags: ['introduction', 'basic-info'] },
    {
      role: 'assistant',
      msg: 'It is a CAD software...',
      refs: [
        {
          url: 'https://example.com/intro',
          content: 'Introduction',
          keyExcerpt: 'It is a comprehensive 3D CAD solution',
        },
      ],
      tags: ['product-overview'],
    },
    { role: 'user', msg: 'How do I install it?', tags: ['installation', 'getting-started'] },
    {
      role: 'assistant',
      msg: 'To install the product, follow these steps...',
      refs: [{ url: 'https://example.com/install', content: 'Installation guide', type: 'kb' }],
      tags: ['installation', 'step-by-step'],
    },
  ],
};
