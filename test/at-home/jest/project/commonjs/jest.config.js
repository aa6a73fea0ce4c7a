module.exports = {
  testEnvironment: 'node',
  transform: {},
  setupFilesAfterEnv: ['walletproof/jest'],
};
