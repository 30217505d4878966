(ns shop.cart
  "A cart of items."
  (:require [clojure.string :as str]
            [shop.prices :refer [total-of]])
  (:import (java.time Instant)))

(def ^:private max-items 20)
(defonce registry (atom {}))

(defprotocol Storage
  (fetch [this id])
  (store! [this cart]))

(defrecord Cart [id items]
  Storage
  (fetch [this id] (get @registry id))
  (store! [this cart] (swap! registry assoc (:id cart) cart)))

(defmulti describe :kind)
(defmethod describe :gift [item] (str "gift " (:name item)))

(defmacro with-cart [binding & body]
  `(let [~binding (->Cart nil [])] ~@body))

(defn- full? [cart]
  (>= (count (:items cart)) max-items))

(defn add-item
  "Adds an item."
  [cart item]
  (if (full? cart)
    (throw (ex-info "full" {:cart cart}))
    (-> cart
        (update :items conj item)
        (assoc :total (total-of cart)))))

(defn -main [& args]
  (println (str/join ", " (map describe args)) (Instant/now)))
