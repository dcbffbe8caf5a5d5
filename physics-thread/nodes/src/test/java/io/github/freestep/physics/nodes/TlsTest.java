package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import io.github.freestep.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.MemberStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Nodes on several addresses of this machine take each other only with keys of the same authority. */
class TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    Path folder;

    private final List<ActorSystem> systems = new ArrayList<>();

    @AfterEach
    void end() {
        systems.forEach(ActorSystem::terminate);
        systems.forEach(
                system -> system.getWhenTerminated().toCompletableFuture().join());
    }

    @Test
    @DisabledOnOs(value = OS.MAC, disabledReason = "it has only one loopback address")
    void onlyNodesWithKeysOfTheSameAuthorityJoin() throws Exception {
        Path keys = keys("ours", "rooms");
        Path others = keys("others", "rooms");
        Cluster first = node("127.0.0.1", keys);
        first.join(first.selfAddress());
        Await.until(() -> first.selfMember().status().equals(MemberStatus.up()));
        Cluster strange = node("127.0.0.2", others);
        Cluster open = node("127.0.0.3", null);
        strange.joinSeedNodes(List.of(first.selfAddress()));
        open.joinSeedNodes(List.of(first.selfAddress()));
        // Later than the others, which had more time therefore.
        Cluster second = node("127.0.0.4", keys);
        second.joinSeedNodes(List.of(first.selfAddress()));
        Await.until(() -> second.selfMember().status().equals(MemberStatus.up()));
        assertTrue(second.selfAddress().equals(second.selfMember().address()));
        assertEquals(2, first.state().members().size());
        for (Cluster refused : List.of(strange, open)) {
            assertFalse(refused.selfMember().status().equals(MemberStatus.up()));
        }
    }

    @Test
    void aFolderWithoutACertificateIsRefused() throws Exception {
        Files.createFile(folder.resolve("tls.key"));
        RoomNodes.Builder builder = RoomNodes.builder((room, owner) -> new KeptWorld(owner))
                .store(FileRoomStore.in(folder))
                .address("127.0.0.1:20121")
                .tls(folder);
        assertEquals(
                "the folder of tls(...) must have tls.key, tls.crt, ca.crt, which this process may read, but "
                        + folder.resolve("tls.crt") + " is not one",
                assertThrows(IOException.class, builder::start).getMessage());
    }

    /** Without a log: it says of each connection why it was refused. */
    private Cluster node(String host, @Nullable Path keys) {
        ActorSystem system = ActorSystem.create(
                "rooms",
                ActorSystemSetup.create(
                        BootstrapSetup.create(
                                ConfigFactory.parseString("pekko.loglevel = OFF, pekko.stdout-loglevel = OFF")
                                        .withFallback(RoomNodes.config(host, 0, keys))),
                        new StoreSetup(FileRoomStore.in(folder))));
        systems.add(system);
        return Cluster.get(system);
    }

    /** Makes an authority whose only certificate is its own. */
    private Path keys(String authority, String name) throws Exception {
        Path keys = Files.createDirectory(folder.resolve(authority));
        Path store = keys.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "node",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "bc:c",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertTrue(keytool.waitFor(5, TimeUnit.MINUTES));
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            made.load(in, PASSWORD.toCharArray());
        }
        pem(
                keys.resolve("tls.key"),
                "PRIVATE KEY",
                made.getKey("node", PASSWORD.toCharArray()).getEncoded());
        pem(keys.resolve("tls.crt"), "CERTIFICATE", made.getCertificate("node").getEncoded());
        pem(keys.resolve("ca.crt"), "CERTIFICATE", made.getCertificate("node").getEncoded());
        return keys;
    }

    private static void pem(Path file, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }
}
