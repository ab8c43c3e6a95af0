package io.headwater.store.connection;

import io.headwater.store.exception.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Certificates to trust instead of the Java platform's. */
public final class Authorities {
  private Authorities() {}

  /** Trusts only the certificates of a PEM file. */
  public static TrustManager[] of(Path file) throws IOException {
    try (InputStream pem = Files.newInputStream(file)) {
      Collection<? extends Certificate> authorities =
          CertificateFactory.getInstance("X.509").generateCertificates(pem);
      if (authorities.isEmpty()) {
        throw new StoreException(file + " contains no certificate in PEM form", null);
      }
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (Certificate authority : authorities) {
        trusted.setCertificateEntry("authority-" + trusted.size(), authority);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      return managers.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw new StoreException(file + " cannot be read as certificates: " + e.getMessage(), e);
    }
  }
}
