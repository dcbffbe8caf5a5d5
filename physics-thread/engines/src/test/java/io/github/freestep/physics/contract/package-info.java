/**
 * The tests that every adapter of a physics engine must pass, as a jar for adapters outside this project: {@code
 * io.github.freestep:freestep-engines} with the classifier {@code engine-contract}, in scope test, next to
 * JUnit 5 and {@code io.github.freestep:freestep-shared-state} of type {@code test-jar}.
 */
package io.github.freestep.physics.contract;
