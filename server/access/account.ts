export const accountRules = {};
