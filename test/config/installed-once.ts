// Test files that share a worker share its modules: this file is evaluated for each of them, what it imports once.
import '../../src/framework/install-functions.ts';
