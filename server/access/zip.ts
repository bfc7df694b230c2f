export const zipRules = {};
