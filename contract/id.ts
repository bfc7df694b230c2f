/** A UUID in lower case, as the database has it; for use within longer patterns. */
export const idPattern = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const idAlone = new RegExp(`^${idPattern}$`);

/** Whether a text is an id. PostgreSQL rejects statements that compare an id with other text. */
export const isId = (text: string): boolean => idAlone.test(text);
