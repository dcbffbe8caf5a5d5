/**
 * A server of rooms on several nodes, and a judge of what its nodes have seen. The page {@code
 * physics-thread/nodes/README.md} says what holds when.
 */
package io.github.freestep.nodes.demo;
