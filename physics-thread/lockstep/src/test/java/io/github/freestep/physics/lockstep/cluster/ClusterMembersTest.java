package io.github.freestep.physics.lockstep.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ClusterMembersTest {
    @Test
    void addressesBecomeAeronsText() {
        ClusterMembers members = ClusterMembers.of("a:100", "b:200");
        assertEquals("0,a:100,a:101,a:102,a:103,a:104|1,b:200,b:201,b:202,b:203,b:204", members.nodes());
        assertEquals("0=a:100,1=b:200", members.ingress());
        assertEquals("b:201", members.consensus(1));
        assertEquals("a:101,c:301", ClusterMembers.of("a:100", "b:200", "c:300").otherConsensus(1));
        assertEquals("b:204", members.archive(1));
        assertEquals("b:205", members.logControl(1));
        assertEquals("[::1]", ClusterMembers.of("[::1]:7").host(0));
        assertEquals("a:100, b:200", members.toString());
    }

    @Test
    void addressesAreChecked() {
        assertMessage("a cluster must have at least 1 member, had 0");
        assertMessage("the addresses of members must differ, was twice: 'a:1'", "a:1", "a:1");
        for (String wrong : new String[] {"", "a", "a:", ":1", "a:0", "a:65531", "a:b"}) {
            assertMessage(
                    "the address of a member must be a host, a colon and a port between 1 and 65530, because 6 ports in"
                            + " a row are used, was '" + wrong + "'",
                    wrong);
        }
    }

    private static void assertMessage(String message, String... addresses) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> ClusterMembers.of(addresses))
                        .getMessage());
    }
}
